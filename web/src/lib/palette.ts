/** Colours: the server's own, as in the terminal and in notebooks, or a set that colour-blind people tell apart. */

import type { Option } from './api'
import { settings } from './settings.svelte'

export const WEIGHT = '#eab308'
export const CURVES = ['#eab308', '#3b82f6', '#22c55e', '#ef4444', '#a855f7', '#f97316', '#06b6d4', '#ec4899']
const RAMP = ['#1b1437', '#5b1a6e', '#a12b62', '#e05a3a', '#f9a620', '#f5f3a3']

interface Palette {
  fold: string
  call: string
  bets: string[]
  allIn: string
}
/** The server's colours of options, where it tells names only. */
const USUAL: Palette = {
  fold: '#3b82f6',
  call: '#22c55e',
  bets: ['#f59e0b', '#f97316', '#ef4444', '#dc2626', '#b91c1c'],
  allIn: '#7f1d1d',
}
/** After Okabe and Ito: blue, yellow and orange to brown stay apart in all common kinds of colour blindness. */
const SAFE: Palette = {
  fold: '#0072b2',
  call: '#f0e442',
  bets: ['#f5b041', '#e08214', '#c85a00', '#a04000', '#7a2e00'],
  allIn: '#401800',
}

/** The colours of kinds of options, in their order; the bigger a bet, the darker. */
export function kindColours(options: Pick<Option, 'kind'>[]): string[] {
  const palette = settings.palette === 'usual' ? USUAL : SAFE
  const bets = options.filter(({ kind }) => kind === 'bet' || kind === 'raise')
  return options.map((option) => {
    if (option.kind === 'fold') return palette.fold
    if (option.kind === 'all-in') return palette.allIn
    if (option.kind === 'check' || option.kind === 'call') return palette.call
    return palette.bets[bets.length > 1 ? Math.floor((4 * bets.indexOf(option)) / (bets.length - 1)) : 2]
  })
}
/** The colours of options, in their order: the server's own unless others are wished for. */
export const colours = (options: Pick<Option, 'kind' | 'colour'>[]) =>
  settings.palette === 'usual' ? options.map((option) => option.colour) : kindColours(options)

const channels = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16))

/** A colour for a share from 0 to 1, brighter the more it is; readable without telling red from green. */
export function ramp(share: number): string {
  const place = Math.min(1, Math.max(0, share)) * (RAMP.length - 1)
  const low = Math.min(Math.floor(place), RAMP.length - 2)
  const [from, to] = [channels(RAMP[low]), channels(RAMP[low + 1])]
  const mixed = from.map((value, at) => Math.round(value + (place - low) * (to[at] - value)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

export function textOn(colour: string): string {
  const [red, green, blue] = channels(colour)
  return 0.299 * red + 0.587 * green + 0.114 * blue > 115 ? '#18181b' : '#fafafa'
}
