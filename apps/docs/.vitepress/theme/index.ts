import TwoslashFloatingVue from '@shikijs/vitepress-twoslash/client'
import '@shikijs/vitepress-twoslash/style.css'
import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { enhanceAppWithTabs } from 'vitepress-plugin-tabs/client'
import { h } from 'vue'
import AsMarkdown from './AsMarkdown.vue'
import Live from './live/Live.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-footer-before': () => h(AsMarkdown) }),
  enhanceApp({ app }) {
    enhanceAppWithTabs(app)
    app.use(TwoslashFloatingVue)
    app.component('Live', Live)
  },
} satisfies Theme
