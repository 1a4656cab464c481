import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { codeToHtml } from 'shiki'
import { defineConfig, type Plugin } from 'vite'

const folder = join(import.meta.dirname, 'src/examples')

/** Provides the source of all examples as the module `virtual:sources`, as text and as highlighted HTML. */
const sources: Plugin = {
  name: 'sources',
  resolveId: id => (id === 'virtual:sources' ? id : undefined),
  async load(id) {
    if (id !== 'virtual:sources') return
    const entries = (await readdir(folder)).map(async name => {
      this.addWatchFile(join(folder, name))
      const code = await readFile(join(folder, name), 'utf8')
      const themes = { light: 'github-light-default', dark: 'github-dark-default' }
      // Without a time limit, a busy machine also highlights whole lines.
      const html = await codeToHtml(code, { lang: 'vue', themes, defaultColor: false, tokenizeTimeLimit: 0 })
      return [name, { code, html }]
    })
    return `export default ${JSON.stringify(Object.fromEntries(await Promise.all(entries)))}`
  },
}

export default defineConfig({ plugins: [vue(), sources] })
