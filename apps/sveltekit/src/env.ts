import { defineEnvVars } from '@sveltejs/kit/env'

const address = { public: true, schema: (url = 'http://127.0.0.1:1317') => url }

/** Read where the site runs, by the server and, from it, by the browser. */
export const variables = defineEnvVars({ LCD_URL: address, RPC_URL: address })
