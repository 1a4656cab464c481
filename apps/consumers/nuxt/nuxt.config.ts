export default defineNuxtConfig({ compatibilityDate: '2026-11-21', telemetry: false })
