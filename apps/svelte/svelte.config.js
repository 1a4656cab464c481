import adapter from '@sveltejs/adapter-static'

/** @type {import('@sveltejs/kit').Config} */
export default {
  kit: {
    // Builds a single-page app for any static file server.
    adapter: adapter({ pages: 'dist', fallback: 'index.html', precompress: true }),
    appDir: 'assets',
  },
}
