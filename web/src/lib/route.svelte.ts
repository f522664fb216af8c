/** The address is the state: a screen is the path, all else the query; back and forward work. */

export class Route {
  path = $state(location.pathname)
  query = $state.raw(new URLSearchParams(location.search))

  constructor() {
    addEventListener('popstate', () => this.#read())
  }

  #read() {
    this.path = location.pathname
    this.query = new URLSearchParams(location.search)
  }

  get(name: string, otherwise = ''): string {
    return this.query.get(name) ?? otherwise
  }

  /** Change some of the query; what is empty leaves the address. replace: no new entry of the history. */
  set(changes: Record<string, string | null | undefined>, { replace = false } = {}) {
    const query = new URLSearchParams(this.query)
    for (const [name, value] of Object.entries(changes))
      if (value) query.set(name, value)
      else query.delete(name)
    this.go(this.path, query, { replace })
  }

  /** Follow a link of the page without loading it anew; with a key held down it is the browser's, in a new tab. */
  follow(event: MouseEvent, address: string) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const there = new URL(address, location.href)
    this.go(there.pathname, there.searchParams)
  }

  go(path: string, query: URLSearchParams | Record<string, string> = {}, { replace = false } = {}) {
    const text = new URLSearchParams(query).toString()
    const address = path + (text ? `?${text}` : '')
    if (address === location.pathname + location.search) return
    history[replace ? 'replaceState' : 'pushState'](null, '', address)
    this.#read()
  }
}

export const route = new Route()
