/** The JSON interface of `riverboat serve`, as its OpenAPI page tells it; nothing else is asked. */

const BASE = '/api/v1'

export interface Option {
  token: string
  name: string
  chips: number
  colour: string
  percent: number | null
  kind: 'fold' | 'check' | 'call' | 'bet' | 'raise' | 'all-in'
  line: string
}
export interface Seat {
  seat: number
  position: string
  stack: number
  bet: number
  put_in: number
  folded: boolean
  all_in: boolean
  acts: boolean
}
export interface ActionStep {
  kind: 'decision'
  line: string
  board: string
  street: string
  seat: number
  position: string
  pot: number
  stack: number
  taken: string | null // null: the present decision
  name: string | null
  colour: string | null
  actions: Option[]
}
export interface DealStep {
  kind: 'deal'
  cards: string
  street: string
  line: string
}
export type Step = ActionStep | DealStep
export const isBet = (option: Option) => ['bet', 'raise', 'all-in'].includes(option.kind)

export interface State {
  strategy: string
  line: string
  board: string
  street: string
  status: 'decision' | 'deal' | 'over'
  cards_needed: number
  pot: number
  to_call: number
  big_blind: number
  unit: 'bb' | 'chips'
  seat: number | null
  position: string | null
  seats: Seat[]
  actions: Option[]
  free: { least: number; most: number; letter: string } | null
  notes: string[]
  translated: { real: string; played_as: [string, number][] }[]
  steps: Step[]
}
type Numbers = (number | null)[]
/** All hands by their number, 0..1325; those that cannot be held have reach 0. */
export interface Hands {
  reach: number[]
  shares: number[][]
  frequencies: number[]
  combos: number
  visits: Numbers | null
  thin: number[] | null
  ev: Numbers | null
  action_evs: Numbers[] | null
  equity: Numbers | null
  eqr: Numbers | null
  players: { position: string; combos: number; ev: number | null; equity: number | null }[] | null
}
export interface Grid extends State {
  hands: Hands | null
}
export interface Strategy {
  id: string
  name: string
  source: 'shipped' | 'folder' | 'library'
  kind: 'blueprint' | 'solution'
  bytes: number
  changed: number | null
  problem: string | null
}
export interface StrategyFacts {
  id: string
  name: string
  kind: string
  has_values: boolean
  hole_cards: number
  game: {
    name: string
    players: number
    big_blind: number
    stacks: number[]
    deck: { ranks: string; suits: string }
  }
  seats: string[]
  start: { line: string; board: string }
  solution: null | {
    pot_percent: number
    iterations: number
    seconds: number
    evs: number[]
    curve: [number, number, number][]
    locks: string[]
  }
}
export interface SeatRange {
  seat: number
  position: string
  folded: boolean
  problem: string | null
  combos: number
  fraction: number
  weights: number[] | null
  cells: number[] | null
}
export interface ClassRow {
  name: string
  combos: number
  share: number
  shares: number[] | null
  ev: number | null
  equity: number | null
}
export interface Breakdown {
  position: string
  made: ClassRow[]
  draws: ClassRow[]
  made_of: number[]
  draws_of: number[]
  names: { made: string[]; draws: string[] }
}
export interface Equities {
  seats: { seat: number; position: string; mean: number; curve: number[]; equity: Numbers }[]
}
export interface Runouts {
  cards: { card: string; frequencies: number[]; ev: number | null; equity: number | null }[]
  actions: Option[]
  position: string
}

/** What the server says against a question, in its own words. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly field: string | null = null,
  ) {
    super(message)
  }
}

type Query = Record<string, string | number | null | undefined>

export function address(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value != null && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return BASE + path + (text ? `?${text}` : '')
}

async function answer(url: string, init?: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url, init)
  } catch (error) {
    if (error instanceof DOMException) throw error
    throw new ApiError('The server does not answer. Is `riverboat serve` still running?', 0)
  }
  if (response.ok) return response
  const told = await response.json().catch(() => null)
  const { message, field } = told?.error ?? {}
  throw new ApiError(message ?? `The server answered ${response.status}.`, response.status, field)
}

export async function get<T>(path: string, query: Query = {}): Promise<T> {
  return (await answer(address(path, query))).json()
}
export async function getText(path: string, query: Query = {}): Promise<string> {
  return (await answer(address(path, query))).text()
}
const MOST_KEPT_ALIVE = 16_000 // characters; browsers take 64 KiB for all that is under way

async function send<T>(method: string, path: string, given: unknown = {}): Promise<T> {
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify(given)
  const keepalive = body.length < MOST_KEPT_ALIVE // what was written arrives though the page is left
  const response = await answer(address(path), { method, headers, body, keepalive })
  return response.status === 204 ? (undefined as T) : response.json()
}
export const post = <T>(path: string, body?: unknown) => send<T>('POST', path, body)
export const patch = <T>(path: string, body?: unknown) => send<T>('PATCH', path, body)
export const remove = (path: string) => send<void>('DELETE', path)

/** Answers that do not change are kept, the latest asked last; hovering asks ahead, so that a click finds them. */
const kept = new Map<string, Promise<unknown>>()
const MOST_KEPT = 200

export function ask<T>(path: string, query: Query = {}): Promise<T> {
  const url = address(path, query)
  let found = kept.get(url) as Promise<T> | undefined
  if (found) kept.delete(url)
  else {
    found = get<T>(path, query)
    found.catch(() => kept.delete(url))
  }
  kept.set(url, found)
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
  return found
}
export const forget = () => kept.clear()
// Who was elsewhere may have solved or replaced something there.
addEventListener('blur', forget)
