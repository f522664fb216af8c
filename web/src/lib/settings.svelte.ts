/** What a person prefers, kept in this browser. */

const KEY = 'riverboat'

interface Kept {
  theme: 'auto' | 'dark' | 'light'
  palette: 'usual' | 'colour-blind'
  unit: 'bb' | 'pot'
  height: 'reach' | 'normalized' | 'full'
  animate: boolean
}
const usual: Kept = { theme: 'auto', palette: 'usual', unit: 'bb', height: 'reach', animate: true }

function read(): Kept {
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') }
  } catch {
    return usual // storage is off, or holds something else: nothing is lost
  }
}

export const settings: Kept = $state(read())

const wantsDark = matchMedia('(prefers-color-scheme: dark)')

export function keepSettings() {
  const show = () => {
    const dark = settings.theme === 'auto' ? wantsDark.matches : settings.theme === 'dark'
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
    document.documentElement.dataset.palette = settings.palette
  }
  wantsDark.addEventListener('change', show)
  $effect(() => {
    show()
    try {
      localStorage.setItem(KEY, JSON.stringify(settings))
    } catch {
      // a browser that keeps nothing still shows everything
    }
  })
}
