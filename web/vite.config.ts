import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

const out = '../src/riverboat/web/static'
const api = process.env.RIVERBOAT_URL ?? 'http://127.0.0.1:8421'

/** Write a `.gz` beside every text file, so that the server need not compress what never changes. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name)
        if (entry.isFile() && /\.(js|css|html|svg)$/.test(entry.name))
          writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }))
      }
    },
  }
}

export default defineConfig({
  plugins: [svelte(), compressed()],
  // Assets stay files: a strict Content-Security-Policy has no room for data: scripts and styles.
  build: {
    outDir: out,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  // `npm run dev` beside a running `riverboat serve`, which answers its own page only.
  server: { proxy: { '/api': { target: api, changeOrigin: true, headers: { origin: api } } } },
})
