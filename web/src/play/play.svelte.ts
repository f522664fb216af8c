/** A table as the server tells it, and how far of it is shown: what happened is shown one thing after the other. */

import { address, ApiError, get, post } from '../lib/api'
import { settings } from '../lib/settings.svelte'

export interface Frame {
  kind: 'start' | 'action' | 'deal' | 'showdown' | 'won'
  words: string
  player: number | null
  board: string
  street: string
  pot: number
  stacks: number[]
  bets: number[]
  folded: boolean[]
  acts: number | null
  cards: string[]
  won: number[] | null
  fault: string
}
export interface Interval {
  mean: number
  half_width: number | null
}
export interface Table {
  id: string
  version: number
  phase: 'bots' | 'you' | 'over' | 'closed'
  number: number
  names: string[]
  positions: string[]
  faults: string[]
  big_blind: number
  stack_bb: number
  mode: 'reset' | 'carried'
  strategy: string
  frames: Frame[]
  turn: null | { can_fold: boolean; call: number; least: number; most: number; sizes: [string, number][] }
  hands: number
  won_bb: number
  results: { raw: Interval; adjusted: Interval; aivat: Interval }
  kept_in: string
}
export interface Decision {
  position: string
  street: string
  situation: string
  cards: string
  board: string
  line: string
  pot_bb: number
  action: string
  judged_as: string | null
  best: string | null
  probability: number | null
  ev_lost_bb: number | null
  mistake: boolean
  judged_by: 'ev' | 'frequency' | null
  strategy: { action: string; name: string; probability: number; ev_bb?: number | null }[]
  problem: string
  explore: string | null
  notes: string[]
}
export interface HandReview {
  number: number
  strategy: string
  decisions: Decision[]
  ev_lost_bb: number | null
  text: string
}
export interface HandRow {
  number: number
  cards: string
  position: string
  board: string
  won: number
  adjusted: number
  aivat: number
}

const STEP_MS = 450
const still = matchMedia('(prefers-reduced-motion: reduce)')

export class Play {
  table: Table | null = $state.raw(null)
  /** How many pictures of the hand have been shown. */
  shown = $state(0)
  error: Error | null = $state.raw(null)
  /** What the server refused last, in its words. */
  refused = $state('')
  busy = $state(false)

  frames = $derived(this.table?.frames ?? [])
  frame = $derived(this.frames[Math.min(this.shown, this.frames.length) - 1] ?? null)
  isCaughtUp = $derived(this.shown >= this.frames.length)
  isYourTurn = $derived(this.isCaughtUp && this.table?.phase === 'you' && !this.busy)
  isOver = $derived(this.isCaughtUp && this.table?.phase === 'over' && !this.busy)

  #number = -1
  #source: EventSource | null = null

  /** Follow a table until the returned function is called. */
  follow(id: string): () => void {
    this.table = null
    this.error = null
    this.refused = ''
    this.#number = -1
    let gone = false
    // A browser holds six connections to a server, for all its pages: one that is not seen leaves its own to others.
    const listen = () => {
      this.#source?.close()
      this.#source = null
      if (gone || document.hidden || !this.table || this.table.phase === 'closed') return
      this.#source = new EventSource(address(`/play/tables/${id}/events`))
      this.#source.onmessage = (event) => this.take(JSON.parse(event.data))
    }
    document.addEventListener('visibilitychange', listen)
    get<Table>(`/play/tables/${id}`).then(
      (table) => {
        if (gone) return
        this.take(table)
        this.shown = table.frames.length // who comes back sees where it stands
        listen()
      },
      (error) => !gone && (this.error = error),
    )
    const timer = setInterval(() => {
      if (this.shown < this.frames.length) this.shown = this.moves ? this.shown + 1 : this.frames.length
    }, STEP_MS)
    return () => {
      gone = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', listen)
      this.#source?.close()
    }
  }
  get moves() {
    return settings.animate && !still.matches
  }
  take(table: Table) {
    if (this.table && table.version < this.table.version) return // an answer that was overtaken
    if (table.number !== this.#number) {
      this.#number = table.number
      this.shown = Math.min(1, table.frames.length)
    }
    this.table = table
    if (!this.moves) this.shown = table.frames.length
    if (table.phase === 'closed') this.#source?.close()
  }
  async #send(what: 'act' | 'deal', more: object) {
    const table = this.table
    if (!table || this.busy) return
    this.busy = true
    this.refused = ''
    try {
      this.take(await post<Table>(`/play/tables/${table.id}/${what}`, { version: table.version, ...more }))
    } catch (error) {
      this.refused = (error as Error).message
      if (error instanceof ApiError && error.status === 404) this.error = error
    }
    this.busy = false
  }
  act = (token: string) => this.#send('act', { token })
  deal = () => this.#send('deal', {})
}
