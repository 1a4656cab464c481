import type { Reroute } from '@sveltejs/kit'

/** Escapes an invalid `%` in the URL, because the router would throw an error. */
export const reroute: Reroute = ({ url }) => {
  try {
    decodeURI(url.pathname)
    return url.pathname
  } catch {
    return url.pathname.replaceAll('%', '%25')
  }
}
