/** What is to be solved. It stands in the address, so that a setup can be sent, gone back to and tried again. */

import { route } from '../lib/route.svelte'

/** As the server takes it. */
export interface Setup {
  board: string
  oop: string
  ip: string
  pot: number
  stack: number | [number, number]
  min_bet: number
  sizes: string
  rake: number
  rake_cap: number
  target_pot_percent: number | null
  iterations: number | null
  max_seconds: number | null
  locks: string[]
  start: string | null
}

const USUAL = {
  board: 'QsJh2h5c',
  oop: '22+,A2s+,K9s+,Q9s+,J9s+,T8s+,97s+,86s+,75s+,65s,54s,ATo+,KJo+,QJo',
  ip: '22+,A2s+,K8s+,Q9s+,J9s+,T8s+,97s+,87s,76s,65s,A9o+,KTo+,QTo+,JTo',
  pot: '55',
  stack: '475',
  bb: '1',
  sizes: '33% 75% | 3x',
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

/** The query of an address that holds a setup. */
export function setupQuery(setup: Partial<Setup>): Record<Field, string> {
  const text = (value: unknown) => (value == null ? '' : String(value))
  const sizes = setup.sizes as string | Record<string, string> | undefined
  return {
    board: text(setup.board),
    oop: text(setup.oop),
    ip: text(setup.ip),
    pot: text(setup.pot),
    stack: text(setup.stack),
    bb: text(setup.min_bet ?? 1),
    sizes:
      sizes && typeof sizes === 'object'
        ? Object.entries(sizes)
            .map(([street, menu]) => `${street}: ${menu}`)
            .join('; ')
        : (sizes ?? USUAL.sizes),
    rake: text(100 * (setup.rake ?? 0)),
    cap: text(setup.rake_cap ?? 0),
    target: text(setup.target_pot_percent ?? USUAL.target),
    iterations: text(setup.iterations),
    seconds: text(setup.max_seconds),
    locks: (setup.locks ?? []).join('\n'),
    start: text(setup.start),
  }
}
