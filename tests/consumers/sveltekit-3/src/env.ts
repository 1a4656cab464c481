import { defineEnvVars } from '@sveltejs/kit/env'

const address = { public: true, schema: (url = 'http://127.0.0.1:1317') => url }

/** The server reads these variables at runtime, and passes them to the browser. */
export const variables = defineEnvVars({ LCD_URL: address, RPC_URL: address })
