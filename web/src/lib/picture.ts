/** The grid as a picture to send around. */

import type { Cell, Shown } from './cells'
import { CELLS } from './cards'
import { percent } from './numbers'

const SIDE = 52
const EDGE = 16

export function gridPicture(
  title: string,
  view: Shown,
  cells: (Cell | null)[],
  colours: string[],
  height: 'reach' | 'normalized' | 'full',
): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = 13 * SIDE + 2 * EDGE
  canvas.height = 13 * SIDE + 2 * EDGE + 60
  const pen = canvas.getContext('2d')!
  pen.fillStyle = '#18181b'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#fafafa'
  pen.font = '600 15px system-ui, sans-serif'
  pen.fillText(title, EDGE, EDGE + 10, canvas.width - 2 * EDGE)

  const highest = Math.max(...cells.map((cell) => cell?.reach ?? 0), 1e-9)
  cells.forEach((cell, at) => {
    const x = EDGE + (at % 13) * SIDE
    const y = EDGE + 24 + Math.floor(at / 13) * SIDE
    pen.fillStyle = cell ? '#3f3f46' : '#27272a'
    pen.fillRect(x, y, SIDE - 1, SIDE - 1)
    if (cell) {
      const part = height === 'full' ? 1 : height === 'reach' ? cell.reach : cell.reach / highest
      const tall = (SIDE - 1) * Math.min(1, Math.max(0.06, part))
      let left = x
      for (let option = colours.length - 1; option >= 0; option--) {
        const wide = (SIDE - 1) * cell.shares[option]
        pen.fillStyle = colours[option]
        pen.fillRect(left, y + SIDE - 1 - tall, wide, tall)
        left += wide
      }
    }
    pen.font = '600 13px system-ui, sans-serif'
    pen.shadowColor = '#000'
    pen.shadowBlur = 3
    pen.fillStyle = cell ? '#fff' : '#a1a1aa'
    pen.fillText(CELLS[at], x + 4, y + 15)
    pen.shadowBlur = 0
  })

  let left = EDGE
  const below = EDGE + 24 + 13 * SIDE + 24
  pen.font = '13px system-ui, sans-serif'
  view.options.forEach((option, at) => {
    const words = `${option.name} ${percent(view.frequencies[at])}`
    pen.fillStyle = colours[at]
    pen.fillRect(left, below - 11, 12, 12)
    pen.fillStyle = '#fafafa'
    pen.fillText(words, left + 17, below)
    left += pen.measureText(words).width + 34
  })
  return canvas
}
