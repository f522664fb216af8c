/** A report: one setup on many flops, a row for each. */

import type { Option } from '../lib/api'
import { parseCards, RANKS } from '../lib/cards'

export interface Row {
  board: string
  weight: number
  texture: Record<string, string>
  evs: (number | null)[]
  equities: (number | null)[]
  eqrs: (number | null)[]
  frequencies: number[]
  strategy: string | null
  line: string
}
export interface Report {
  name: string
  actions: Option[]
  rows: Row[]
  total: number
}
export const TEXTURES = [
  { id: 'suits', label: 'suits' },
  { id: 'pairing', label: 'pairing' },
  { id: 'high', label: 'high card' },
  { id: 'connected', label: 'connectedness' },
] as const

/** The number of a column; bets come in the order of the menu. */
export type Column = {
  id: string
  label: string
  of: (row: Row) => number | null
  kind: 'chips' | 'share' | 'board'
}

export function columns(actions: Pick<Option, 'name'>[]): Column[] {
  const both = (name: string, key: 'evs' | 'equities' | 'eqrs', kind: 'chips' | 'share'): Column[] =>
    ['OOP', 'IP'].map((seat, at) => ({
      id: `${name} ${seat}`,
      label: `${name} ${seat}`,
      of: (row) => row[key][at] ?? null,
      kind,
    }))
  return [
    { id: 'board', label: 'flop', of: (row) => strength(row.board), kind: 'board' },
    ...both('EV', 'evs', 'chips'),
    ...both('EQ', 'equities', 'share'),
    ...both('EQR', 'eqrs', 'share'),
    ...actions.map((option, at) => ({
      id: `action ${at}`,
      label: option.name,
      of: (row: Row) => row.frequencies[at],
      kind: 'share' as const,
    })),
  ]
}
/** Flops in the order of their ranks, the highest card first. */
function strength(board: string): number {
  const ranks = parseCards(board)
    .map((card) => card >> 2)
    .sort((a, b) => b - a)
  return ranks.reduce((sum, rank) => sum * RANKS.length + rank, 0)
}
/** Rows of one texture as one, each by how often its flop comes. */
export function grouped(rows: Row[], texture: string): { name: string; count: number; row: Row }[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const name = row.texture[texture]
    groups.set(name, [...(groups.get(name) ?? []), row])
  }
  return [...groups].map(([name, members]) => ({ name, count: members.length, row: mean(members) }))
}
export function mean(rows: Row[]): Row {
  const total = rows.reduce((sum, row) => sum + row.weight, 0)
  const average = (values: (row: Row) => (number | null)[]) =>
    (values(rows[0]) ?? []).map(
      (_, at) => rows.reduce((sum, row) => sum + row.weight * (values(row)[at] ?? 0), 0) / total,
    )
  return {
    ...rows[0],
    board: '',
    weight: total,
    evs: average((row) => row.evs),
    equities: average((row) => row.equities),
    eqrs: average((row) => row.eqrs),
    frequencies: average((row) => row.frequencies) as number[],
  }
}
