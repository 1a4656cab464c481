import type { NextConfig } from 'next'

const config: NextConfig = {
  // Or a server of the Pages Router has TanStack Query twice, and finds no QueryClient.
  bundlePagesRouterDependencies: true,
}

export default config
