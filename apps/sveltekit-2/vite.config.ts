import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

/** The site of `apps/sveltekit`, as SvelteKit 2 has it: `browser` is elsewhere, and so is the environment. */
export default defineConfig({
  plugins: [
    sveltekit({
      adapter: adapter(),
      files: { routes: '../sveltekit/src/routes', appTemplate: '../sveltekit/src/app.html' },
    }),
  ],
  resolve: {
    alias: {
      '$app/env': '$app/environment',
      '#lib/client.ts': new URL('src/lib/client.ts', import.meta.url).pathname,
    },
    // Its files ask for packages from where they are: these are SvelteKit's own, and another one there.
    dedupe: ['@sveltejs/kit'],
  },
})
