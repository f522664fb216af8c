/** What is solved now, what waits, and what was solved: asked again and again while something runs. */

import { forget, get } from '../lib/api'
import type { Setup } from './setup.svelte'

/** A figure and half of its 95 % interval. */
export interface Figure {
  mean: number
  half_width: number | null
}
export interface ArenaProgress {
  names: string[]
  unit: string
  figures: Figure[]
  /** At x, by name: means and half widths. */
  course: [number, number[], (number | null)[]][]
  lost_decisions: number[]
  table: (Figure | null)[][]
  order: number[]
  over_hands: [number[], number[]][]
  best: number
}
export interface Job {
  id: number
  kind: 'solve' | 'report' | 'match' | 'league' | 'sweep' | 'lbr'
  name: string
  notes: string
  state: 'waiting' | 'running' | 'done' | 'stopped' | 'failed'
  place: number | null
  setup: Setup
  arena: { bots: string[]; hands: number; parameter: string } | null
  boards: number | string | null
  progress: {
    iterations?: number
    seconds?: number
    pot_percent?: number | null
    target_pot_percent?: number | null
    seconds_left?: number | null
    memory_bytes?: number | null
    curve?: [number, number, number][]
    done?: number
    total?: number | null
  } & Partial<ArenaProgress>
  error: string | null
  strategy: string | null
  bytes: number | null
  created: number
  finished: number | null
}
const EVERY_MS = 700

export class Work {
  jobs: Job[] = $state.raw([])
  error: Error | null = $state.raw(null)
  loaded = $state(false)
  busy = $derived(this.jobs.some((job) => job.state === 'running' || job.state === 'waiting'))

  /** Call in a component: asks while it is there, for jobs of these kinds. */
  constructor(readonly kinds: Job['kind'][] = ['solve', 'report']) {
    $effect(() => {
      let timer = setTimeout(() => round()) // later, so that the effect follows nothing of it
      const round = async () => {
        const before = this.jobs
        await this.refresh()
        const ended = before.some(
          (job) => isLive(job) && !this.jobs.some((other) => other.id === job.id && isLive(other)),
        )
        if (ended) forget()
        timer = setTimeout(round, this.busy ? EVERY_MS : 5 * EVERY_MS)
      }
      return () => clearTimeout(timer)
    })
  }
  async refresh() {
    try {
      const { jobs } = await get<{ jobs: Job[] }>('/jobs')
      this.jobs = jobs.filter((job) => this.kinds.includes(job.kind))
      this.error = null
    } catch (error) {
      this.error = error as Error
    }
    this.loaded = true
  }
}
/** What was found, whether wanted to its end or stopped. */
export const isKept = (job: Job) => job.state === 'done' || job.state === 'stopped'
export const isLive = (job: Job) => job.state === 'running' || job.state === 'waiting'
