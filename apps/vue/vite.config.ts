import { readFile } from 'node:fs/promises'
import vue from '@vitejs/plugin-vue'
import { codeToHtml } from 'shiki'
import { defineConfig, type Plugin } from 'vite'

/** Highlights the files that `Source` imports as text. `raw` keeps other plugins from compiling them. */
const highlight: Plugin = {
  name: 'highlight',
  enforce: 'pre',
  async load(id) {
    const [path = '', query] = id.split('?')
    if (query !== 'raw&highlight') return
    const code = await readFile(path, 'utf8')
    const themes = { light: 'github-light-default', dark: 'github-dark-default' }
    // Without a time limit, a busy machine also highlights whole lines.
    const html = await codeToHtml(code, {
      lang: path.endsWith('.ts') ? 'ts' : 'vue',
      themes,
      defaultColor: false,
      tokenizeTimeLimit: 0,
    })
    return `export default ${JSON.stringify({ code, html })}`
  },
}

export default defineConfig({ plugins: [vue(), highlight] })
