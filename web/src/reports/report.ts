/** A report: one setup on many flops, a row for each. */

import type { Option } from '../lib/api'
import { parseCards, RANKS } from '../lib/cards'

export interface Row {
  board: string
  weight: number
  texture: Record<string, string>
  numbers: (number | null)[] // by column
  strategy: string | null
}
export interface Report {
  id: number
  state: string
  done: number
  total: number | null
  columns: string[]
  rows: Row[]
}
export const TEXTURES = [
  { id: 'suits', label: 'suits' },
  { id: 'pairs', label: 'pairs' },
  { id: 'high', label: 'high card' },
  { id: 'straights', label: 'straights' },
] as const
export const SEATS = [
  { id: 'oop', label: 'OOP acts first' },
  { id: 'ip', label: 'IP after a check' },
] as const
const KINDS = ['check', 'bet', 'all-in'] as const

export interface Column {
  place: number // among the columns of the report; -1 is the board
  label: string
  kind: 'chips' | 'share' | 'board'
}
const WORTH = { ev: 'EV', equity: 'EQ', eqr: 'EQR' } as const

/** What is told of each flop: the board, what both have, and what a seat does. */
export function columns(
  report: Report,
  seat: string,
): { worth: Column[]; actions: Column[]; options: Pick<Option, 'kind'>[] } {
  const worth: Column[] = [{ place: -1, label: 'flop', kind: 'board' }]
  const actions: Column[] = []
  report.columns.forEach((name, place) => {
    const [whose, ...rest] = name.split(' ')
    const what = rest.join(' ')
    if (what in WORTH)
      worth.push({
        place,
        label: `${WORTH[what as keyof typeof WORTH]} ${whose.toUpperCase()}`,
        kind: what === 'ev' ? 'chips' : 'share',
      })
    else if (whose === seat) actions.push({ place, label: what, kind: 'share' })
  })
  const options = actions.map(({ label }) => ({
    kind: KINDS.find((kind) => label.startsWith(kind)) ?? 'bet',
  }))
  return { worth, actions, options }
}
export const value = (row: Row, column: Column) =>
  column.place < 0 ? strength(row.board) : (row.numbers[column.place] ?? null)
export const shares = (row: Row, actions: Column[]) => actions.map(({ place }) => row.numbers[place] ?? 0)

/** Flops in the order of their ranks, the highest card first. */
function strength(board: string): number {
  const ranks = parseCards(board)
    .map((card) => card >> 2)
    .sort((a, b) => b - a)
  return ranks.reduce((sum, rank) => sum * RANKS.length + rank, 0)
}
/** Rows of one texture as one. */
export function grouped(rows: Row[], texture: string): { name: string; count: number; row: Row }[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const name = row.texture[texture] ?? '–'
    groups.set(name, [...(groups.get(name) ?? []), row])
  }
  return [...groups].map(([name, members]) => ({ name, count: members.length, row: mean(members) }))
}
/** The mean of rows, each by how often its flop comes; where a flop has no such number it is left out. */
export function mean(rows: Row[]): Row {
  const numbers = rows[0].numbers.map((_, place) => {
    const known = rows.filter((row) => row.numbers[place] != null)
    const total = known.reduce((sum, row) => sum + row.weight, 0)
    return total > 0 ? known.reduce((sum, row) => sum + row.weight * row.numbers[place]!, 0) / total : null
  })
  return { ...rows[0], board: '', weight: rows.reduce((sum, row) => sum + row.weight, 0), numbers }
}
