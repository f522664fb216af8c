/** Reviews as the server tells them, and a file of hands sent to it in pieces. */

import { post } from '../lib/api'

export interface Group {
  decisions: number
  judged: number
  mistakes: number
  mistake_share: number | null
  mean_distance: number | null
  judged_by_ev: number
  ev_lost_bb: number | null
}
export interface Worst {
  number: number
  hand_id: string
  position: string
  street: string
  situation: string
  cards: string
  board: string
  line: string
  action: string
  judged_as: string | null
  best: string | null
  probability: number | null
  distance: number
  ev_lost_bb: number | null
  pot_bb: number
  mistake: boolean
  explore: string | null
}
export interface Habit {
  label: string
  short: string
  done: string
  chance: string
  player: number | null
  strategy: number | null
  chances: number
}
export interface Report extends Group {
  hero: string
  strategies: string[]
  hands: number
  other_hands: number
  unknown_cards: number
  stopped: string
  judged_by: string
  searched_hands: number
  habits: Record<string, Habit>
  by: Record<string, Record<string, Group>>
  worst: Worst[]
  not_judged: { reason: string; decisions: number }[]
  broken: number
  problems: { file: string; number: number; line: number; reason: string }[]
}
export interface Review {
  id: number
  name: string
  hero: string
  state: 'waiting' | 'running' | 'done' | 'stopped' | 'failed'
  place: number | null
  progress: { done?: number; total?: number; hands?: number }
  error: string | null
  created: number
  report: Report | null
}
export interface Players {
  hero: string | null
  players: string[]
  hands: number
}
export const isLive = (review: Review) => review.state === 'running' || review.state === 'waiting'

const PIECE = 1_000_000 // bytes of a file; as JSON it stays below what a request may hold

/** Send a file, or text that was pasted, and return its name; `told` hears which part has gone. */
export async function upload(file: Blob, told: (share: number) => void): Promise<string> {
  const utf16 = [0xfffe, 0xfeff].includes(new DataView(await padded(file)).getUint16(0))
  const decoder = new TextDecoder(utf16 ? 'utf-16' : 'utf-8') // keeps what a piece cuts for the next
  let name = ''
  for (let at = 0; at === 0 || at < file.size; at += PIECE) {
    const bytes = await file.slice(at, at + PIECE).arrayBuffer()
    const text = decoder.decode(bytes, { stream: at + PIECE < file.size })
    const path = name ? `/reviews/uploads/${name}` : '/reviews/uploads'
    name = (await post<{ upload: string }>(path, { text })).upload
    told(Math.min(1, (at + PIECE) / file.size))
  }
  return name
}
const padded = (file: Blob) => new Blob([file.slice(0, 2), '\0\0']).arrayBuffer()
