import { sveltekit } from '@sveltejs/kit/vite'
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite'

// Our own packages are read from their source, so that nothing has to be built first.
const source = '@flow-query/source'

export default defineConfig({
  plugins: [sveltekit()],
  resolve: { conditions: [source, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
})
