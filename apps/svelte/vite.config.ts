import { sveltekit } from '@sveltejs/kit/vite'
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite'

// Uses the source of the packages in this repository, so that they don't have to be built first.
const source = '@flow-query/source'

export default defineConfig({
  plugins: [sveltekit()],
  resolve: { conditions: [source, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
})
