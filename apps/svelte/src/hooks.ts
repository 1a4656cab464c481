import type { Reroute } from '@sveltejs/kit'

/** An address with a % that encodes nothing is read as it stands: the router would fail over it. */
export const reroute: Reroute = ({ url }) => {
  try {
    decodeURI(url.pathname)
    return url.pathname
  } catch {
    return url.pathname.replaceAll('%', '%25')
  }
}
