/** At runtime, `NUXT_PUBLIC_LCD_URL` and `NUXT_PUBLIC_RPC_URL` replace the URLs in `runtimeConfig`. */
export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  telemetry: false,
  devtools: { enabled: false },
  runtimeConfig: { public: { lcdUrl: 'http://127.0.0.1:1317', rpcUrl: 'http://127.0.0.1:1317' } },
})
