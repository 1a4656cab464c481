import type { NextConfig } from 'next'

/** These are the defaults of `create-next-app`. */
const nextConfig: NextConfig = { cacheComponents: true, partialPrefetching: true }

export default nextConfig
