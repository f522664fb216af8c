/** What is to be solved. It stands in the address, so that a setup can be sent, gone back to and tried again. */

import { route } from '../lib/route.svelte'

type Sizes = string | Record<string, string | Record<string, string>>

/** As the server takes it. */
export interface Setup {
  board: string
  oop: string
  ip: string
  pot: number
  stack: number | [number, number]
  min_bet: number
  sizes: Sizes
  all_in: number | 'always' | 'never'
  force_all_in: number
  merge: number
  rake: number
  rake_cap: number
  target_pot_percent: number | null
  iterations: number | null
  max_seconds: number | null
  locks: (string | Lock)[]
  start: string | null
}
/** A lock as programs give it. */
interface Lock {
  line: string
  mix: Record<string, number> | number[][]
  hands?: string
}

const USUAL = {
  board: 'QsJh2h5c',
  oop: '22+,A2s+,K9s+,Q9s+,J9s+,T8s+,97s+,86s+,75s+,65s,54s,ATo+,KJo+,QJo',
  ip: '22+,A2s+,K8s+,Q9s+,J9s+,T8s+,97s+,87s,76s,65s,A9o+,KTo+,QTo+,JTo',
  pot: '55',
  stack: '475',
  bb: '1',
  sizes: '33% 75% | 3x',
  allin: '150',
  force: '20',
  merge: '10',
  rake: '0',
  cap: '0',
  target: '0.5',
  iterations: '',
  seconds: '',
  locks: '',
  start: '',
}
export type Field = keyof typeof USUAL

export const field = (name: Field) => (route.query.has(name) ? route.get(name) : USUAL[name])
/** An empty field must stay in the address where the usual one is not empty. */
export function setFields(values: Partial<Record<Field, string>>) {
  const query = new URLSearchParams(route.query)
  for (const [name, value] of Object.entries(values)) {
    if (value === USUAL[name as Field]) query.delete(name)
    else query.set(name, value)
  }
  route.go(route.path, query, { replace: true })
}

/** One stack of both, or two: 910, or 910,700. */
function stacks(text: string): number | [number, number] {
  const [oop, ip] = text.split(/[,/ ]+/).map(Number)
  return ip == null ? oop : [oop, ip]
}
/** The same as text; equal ones once. */
export const stackText = (stack: number | number[]) =>
  Array.isArray(stack) ? [...new Set(stack)].join(',') : String(stack)
const optional = (text: string) => (text.trim() ? Number(text) : null)

/** Locks are one in a line in the address. */
export function readSetup(): Setup {
  return {
    board: field('board'),
    oop: field('oop'),
    ip: field('ip'),
    pot: Number(field('pot')),
    stack: stacks(field('stack')),
    min_bet: Number(field('bb')) || 1,
    sizes: field('sizes'),
    all_in: ['always', 'never'].includes(field('allin'))
      ? (field('allin') as 'always' | 'never')
      : Number(field('allin')) / 100,
    force_all_in: Number(field('force')) / 100,
    merge: Number(field('merge')) / 100,
    rake: Number(field('rake')) / 100,
    rake_cap: Number(field('cap')),
    target_pot_percent: optional(field('target')),
    iterations: optional(field('iterations')),
    max_seconds: optional(field('seconds')),
    locks: field('locks')
      .split('\n')
      .map((lock) => lock.trim())
      .filter(Boolean),
    start: field('start') || null,
  }
}

/** Sizes as they are typed: by street and by position in it, where they are given so. */
function sizesText(sizes: Sizes | undefined): string {
  if (!sizes || typeof sizes === 'string') return sizes ?? ''
  const parts = Object.entries(sizes).flatMap(([street, menu]) =>
    typeof menu === 'string'
      ? [`${street}: ${menu}`]
      : Object.entries(menu).map(([position, own]) => `${street} ${position}: ${own}`),
  )
  return parts.join('; ')
}
/** A lock as it is typed; one with a row for each hand cannot be, and is left out. */
function lockText(lock: string | Lock): string {
  if (typeof lock === 'string') return lock
  if (Array.isArray(lock.mix)) return ''
  const mix = Object.entries(lock.mix).map(([action, share]) => `${action} ${share}`)
  return `${lock.line}: ${mix.join(', ')}${lock.hands ? ` @ ${lock.hands}` : ''}`
}

/** The query of an address that holds a setup. */
export function setupQuery(setup: Partial<Setup>): Record<Field, string> {
  const text = (value: unknown) => (value == null ? '' : String(value))
  const hundredths = (share: unknown, usual: string) =>
    typeof share === 'number' ? String(+(100 * share).toFixed(6)) : text(share) || usual
  return {
    board: text(setup.board),
    oop: text(setup.oop),
    ip: text(setup.ip),
    pot: text(setup.pot),
    stack: setup.stack == null ? '' : stackText(setup.stack),
    bb: text(setup.min_bet ?? 1),
    sizes: sizesText(setup.sizes) || USUAL.sizes,
    allin: hundredths(setup.all_in, USUAL.allin),
    force: hundredths(setup.force_all_in, USUAL.force),
    merge: hundredths(setup.merge, USUAL.merge),
    rake: hundredths(setup.rake ?? 0, USUAL.rake),
    cap: text(setup.rake_cap ?? 0),
    target: text(setup.target_pot_percent ?? USUAL.target),
    iterations: text(setup.iterations),
    seconds: text(setup.max_seconds),
    locks: (setup.locks ?? []).map(lockText).filter(Boolean).join('\n'),
    start: text(setup.start),
  }
}
