/** What is solved now, what waits, and what was solved: asked again and again while something runs. */

import { forget, get } from '../lib/api'
import type { Setup } from './setup.svelte'

export interface Job {
  id: number
  kind: 'solve' | 'report'
  name: string
  state: 'waiting' | 'running' | 'done' | 'stopped' | 'failed'
  place: number
  progress: null | {
    iterations: number
    seconds: number
    pot_percent: number | null
    target: number | null
    seconds_left: number | null
    memory_bytes: number | null
    curve: [number, number, number][]
    done: number | null
    total: number | null
  }
  error: string | null
  strategy: string | null
  created: number
  finished: number | null
}
export interface Entry {
  id: number
  kind: 'solve' | 'report'
  name: string
  notes: string
  created: number
  strategy: string | null
  setup: Setup
  pot_percent: number | null
  bytes: number
}
const EVERY_MS = 700

export class Work {
  jobs: Job[] = $state.raw([])
  entries: Entry[] = $state.raw([])
  error: Error | null = $state.raw(null)
  loaded = $state(false)
  busy = $derived(this.jobs.some((job) => job.state === 'running' || job.state === 'waiting'))

  /** Call in a component: asks while it is there. */
  constructor() {
    $effect(() => {
      let timer: ReturnType<typeof setTimeout>
      const round = async () => {
        const before = this.jobs
        await this.refresh()
        const ended = before.some(
          (job) => isLive(job) && !this.jobs.some((other) => other.id === job.id && isLive(other)),
        )
        if (ended) forget()
        timer = setTimeout(round, this.busy ? EVERY_MS : 5 * EVERY_MS)
      }
      round()
      return () => clearTimeout(timer)
    })
  }
  async refresh() {
    try {
      const [{ jobs }, { entries }] = await Promise.all([
        get<{ jobs: Job[] }>('/jobs'),
        get<{ entries: Entry[] }>('/library'),
      ])
      this.jobs = jobs
      this.entries = entries
      this.error = null
    } catch (error) {
      this.error = error as Error
    }
    this.loaded = true
  }
}
export const isLive = (job: Job) => job.state === 'running' || job.state === 'waiting'
