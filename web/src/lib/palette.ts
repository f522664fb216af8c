/** Colours: the server's own, as in the terminal and in notebooks, or a set that colour-blind people tell apart. */

import type { Option } from './api'
import { settings } from './settings.svelte'

export const WEIGHT = '#eab308'
export const CURVES = ['#eab308', '#3b82f6', '#22c55e', '#ef4444', '#a855f7', '#f97316', '#06b6d4', '#ec4899']
const RAMP = ['#1b1437', '#5b1a6e', '#a12b62', '#e05a3a', '#f9a620', '#f5f3a3']

// After Okabe and Ito: blue, yellow and orange to brown stay apart in all common kinds of colour blindness.
const SAFE = {
  fold: '#0072b2',
  check: '#f0e442',
  call: '#f0e442',
  'all-in': '#401800',
}
const SAFE_BETS = ['#f5b041', '#e08214', '#c85a00', '#a04000', '#7a2e00']

/** The colours of options, in their order. */
export function colours(options: Pick<Option, 'kind' | 'colour'>[]): string[] {
  if (settings.palette === 'usual') return options.map((option) => option.colour)
  const bets = options.filter((option) => option.kind === 'bet' || option.kind === 'raise')
  return options.map((option) => {
    if (option.kind !== 'bet' && option.kind !== 'raise') return SAFE[option.kind]
    const place = bets.length > 1 ? Math.floor((4 * bets.indexOf(option)) / (bets.length - 1)) : 2
    return SAFE_BETS[place]
  })
}

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
