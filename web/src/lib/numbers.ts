/** How numbers are written. */

export const percent = (share: number | null | undefined, digits = 1) =>
  share == null || Number.isNaN(share) ? '–' : `${(100 * share).toFixed(digits)}%`

/** A share in a narrow place: 0 and 100 only if it is that. */
export function shortPercent(share: number | null | undefined): string {
  if (share == null || Number.isNaN(share)) return '–'
  const whole = Math.round(100 * share)
  if (whole === 0 && share > 0.0005) return '<1'
  if (whole === 100 && share < 0.9995) return '>99'
  return String(whole)
}

export const fixed = (value: number | null | undefined, digits = 2) =>
  value == null || Number.isNaN(value) ? '–' : value.toFixed(digits).replace(/^-(0(\.0*)?)$/, '$1')

/** Chips without needless zeros: 2.5, 100, 6.25. */
export const amount = (value: number) => String(Math.round(value * 100) / 100)

export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let unit = 0
  while (count >= 1000 && unit < units.length - 1) [count, unit] = [count / 1000, unit + 1]
  return `${count < 10 && unit ? count.toFixed(1) : Math.round(count)} ${units[unit]}`
}

export function duration(seconds: number | null | undefined): string {
  if (seconds == null || !Number.isFinite(seconds)) return '–'
  if (seconds < 1) return `${Math.round(1000 * seconds)} ms`
  if (seconds < 90) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}

/** What a token of a line does, in words: r2.5 is "raise to 2.5". */
export function tokenWords(token: string): string {
  const words: Record<string, string> = { f: 'fold', k: 'check', c: 'call', a: 'all-in' }
  const verb = token.startsWith('b') ? 'bet' : 'raise to'
  return words[token] ?? `${verb} ${token.slice(1)}`
}
