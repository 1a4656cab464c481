/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The REST endpoint of the node, for example `https://lcd.example.org`. */
  readonly VITE_LCD_URL?: string
  /** The RPC endpoint of the node, for live events. */
  readonly VITE_RPC_URL?: string
}
