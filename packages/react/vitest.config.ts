import { playwright } from '@vitest/browser-playwright'
import { bindingConfig } from '../contract/vitest.js'

export default bindingConfig({
  library: '@tanstack/react-query',
  globalSetup: 'test/server.tsx',
  // All bindings send the same requests through core, so one of them is enough.
  isThroughGateway: true,
  playwright,
  dependencies: [
    '@tanstack/react-query',
    '@testing-library/react',
    'react',
    'react-dom/client',
    'react-dom/server',
    'react/jsx-dev-runtime',
  ],
})
