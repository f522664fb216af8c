/** From all hands of an answer to the 169 cells of the grid. */

import { type Grid, isBet, type Option } from './api'
import { blocked, CELL_OF, HANDS, parseCards } from './cards'

export interface Cell {
  reach: number // mean over the hands that the board allows
  shares: number[] // by option
  ev: number | null
  equity: number | null
  eqr: number | null
  combos: number
}
/** An answer as the page draws it: options perhaps thrown together, hands perhaps filtered; hands by number. */
export interface Shown {
  options: Option[]
  reach: number[]
  shares: number[][] // [option][hand]
  frequencies: number[]
  combos: number
}

/** All bets of a menu as one, named after the size that is used most: less to learn, little lost. */
export function oneSize(grid: Grid): { options: Option[]; shares: number[][] } {
  const hands = grid.hands!
  const bets = grid.actions.flatMap((option, at) => (isBet(option) ? [at] : []))
  if (bets.length < 2) return { options: grid.actions, shares: hands.shares }
  const most = bets.reduce((best, at) => (hands.frequencies[at] > hands.frequencies[best] ? at : best))
  const others = grid.actions.flatMap((_, at) => (bets.includes(at) ? [] : [at]))
  const merged = hands.reach.map((_, hand) => bets.reduce((sum, at) => sum + hands.shares[at][hand], 0))
  return {
    options: [...others.map((at) => grid.actions[at]), grid.actions[most]],
    shares: [...others.map((at) => hands.shares[at]), merged],
  }
}

/** What is drawn. keep: whether a hand passes the filters. */
export function shown(grid: Grid, simple: boolean, keep: (hand: number) => boolean): Shown {
  const hands = grid.hands!
  const { options, shares } = simple ? oneSize(grid) : { options: grid.actions, shares: hands.shares }
  const reach = hands.reach.map((weight, hand) => (keep(hand) ? weight : 0))
  const combos = reach.reduce((sum, weight) => sum + weight, 0)
  const frequencies = shares.map((column) =>
    combos > 0 ? column.reduce((sum, share, hand) => sum + share * reach[hand], 0) / combos : 0,
  )
  return { options, reach, shares, frequencies, combos }
}

const LITTLE = 1e-9

export function cells(grid: Grid, view: Shown): (Cell | null)[] {
  const hands = grid.hands!
  const held = new Float64Array(169)
  const mass = new Float64Array(169)
  const played = view.options.map(() => new Float64Array(169))
  const known = { ev: hands.ev, equity: hands.equity, eqr: hands.eqr }
  const sums = Object.fromEntries(
    Object.keys(known).map((name) => [name, { sum: new Float64Array(169), mass: new Float64Array(169) }]),
  )
  const board = parseCards(grid.board)
  for (let hand = 0; hand < HANDS; hand++) {
    const [cell, weight] = [CELL_OF[hand], view.reach[hand]]
    if (!blocked(hand, board)) held[cell] += 1
    if (weight <= 0) continue
    mass[cell] += weight
    for (let option = 0; option < played.length; option++)
      played[option][cell] += weight * view.shares[option][hand]
    for (const [name, values] of Object.entries(known)) {
      const value = values?.[hand]
      if (value == null) continue
      sums[name].sum[cell] += weight * value
      sums[name].mass[cell] += weight
    }
  }
  const mean = (name: string, cell: number) =>
    sums[name].mass[cell] > LITTLE ? sums[name].sum[cell] / sums[name].mass[cell] : null
  return Array.from(mass, (weight, cell) => {
    if (weight <= LITTLE) return null
    return {
      reach: weight / held[cell],
      combos: weight,
      shares: played.map((column) => column[cell] / weight),
      ev: mean('ev', cell),
      equity: mean('equity', cell),
      eqr: mean('eqr', cell),
    }
  })
}
