import { defineConfig } from 'vitest/config'
import { bySuite, shared } from '../../tests/setup/vitest.js'

export default defineConfig({ test: { ...shared, projects: bySuite } })
