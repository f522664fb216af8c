/** Ranges that ship: what trained strategies open and call with, as numbers by hand. */

import { ask, type Grid, isBet } from './api'

export interface Preset {
  label: string
  strategy: string
  line: string
  part: 'raises' | 'calls'
}
const seats = ['UTG', 'HJ', 'CO', 'BTN', 'SB']
const folds = (count: number) => Array(count).fill('f').join(' ')

export const PRESETS: Preset[] = [
  ...seats.map((seat, at): Preset => ({
    label: `${seat} opens`,
    strategy: 'sixmax',
    line: folds(at),
    part: 'raises',
  })),
  ...seats.slice(0, 4).map((seat, at): Preset => ({
    label: `BB calls ${seat}`,
    strategy: 'sixmax',
    line: `${folds(at)} r2.5 ${folds(4 - at)}`.trim(),
    part: 'calls',
  })),
  { label: 'heads-up: BTN opens', strategy: 'headsup', line: '', part: 'raises' },
  { label: 'heads-up: BB calls', strategy: 'headsup', line: 'r2.5', part: 'calls' },
]

export async function presetWeights({ strategy, line, part }: Preset): Promise<number[]> {
  const { actions, hands } = await ask<Grid>('/grid', { strategy, line })
  const counted = actions.flatMap((option, at) =>
    (part === 'raises' ? isBet(option) : option.kind === 'call') ? [at] : [],
  )
  return hands!.reach.map(
    (reach, hand) => reach * counted.reduce((sum, at) => sum + hands!.shares[at][hand], 0),
  )
}
