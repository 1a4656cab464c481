import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

/** Builds the site of `apps/sveltekit` with SvelteKit 2, which exports `browser` and environment variables from other modules than SvelteKit 3. */
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
    // The files in `apps/sveltekit` would otherwise import SvelteKit 3.
    dedupe: ['@sveltejs/kit'],
  },
})
