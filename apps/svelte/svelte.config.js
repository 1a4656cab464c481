import adapter from '@sveltejs/adapter-static'

/** @type {import('@sveltejs/kit').Config} */
export default {
  kit: {
    // Files for any server of static pages: one page, which finds its way by the address.
    adapter: adapter({ pages: 'dist', fallback: 'index.html', precompress: true }),
    appDir: 'assets',
  },
}
