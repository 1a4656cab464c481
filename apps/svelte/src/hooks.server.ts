import type { Handle } from '@sveltejs/kit'

/** While the page is built: what takes a link's endpoint out of the address then belongs to the page that is loading. */
export const handle: Handle = ({ event, resolve }) =>
  resolve(event, {
    transformPageChunk: ({ html }) =>
      html.replace(
        /<link href="([^"]+\/app\.[^"]+\.js)" rel="modulepreload">/,
        '<script type="module" src="$1"></script>',
      ),
  })
