import type { Handle } from '@sveltejs/kit'

/** Starts the app with a script instead of a preload, so that it removes the endpoint from the URL while the page is loading. */
export const handle: Handle = ({ event, resolve }) =>
  resolve(event, {
    transformPageChunk: ({ html }) =>
      html.replace(
        /<link href="([^"]+\/app\.[^"]+\.js)" rel="modulepreload">/,
        '<script type="module" src="$1"></script>',
      ),
  })
