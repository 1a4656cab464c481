import TwoslashFloatingVue from '@shikijs/vitepress-twoslash/client'
import '@shikijs/vitepress-twoslash/style.css'
import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import dark from '../../../../docs/verdict-dark.png'
import light from '../../../../docs/verdict-light.png'
import AsMarkdown from './AsMarkdown.vue'
import Live from './live/Live.vue'
import OpenOnline from './online/OpenOnline.vue'
import './style.css'
import Tab from './tabs/Tab.vue'
import Tabs from './tabs/Tabs.vue'

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'doc-footer-before': () => h(AsMarkdown),
      'home-hero-image': () =>
        Object.entries({ light, dark }).map(([theme, src]) =>
          h('img', {
            class: `only-${theme}`,
            src,
            width: 385,
            height: 258,
            loading: 'lazy',
            alt: 'The Flow Explorer says that a flow will stop in 24 minutes, why, and which amount to send to which address',
          }),
        ),
    }),
  enhanceApp({ app }) {
    app.use(TwoslashFloatingVue)
    app.component('Live', Live)
    app.component('OpenOnline', OpenOnline)
    // The Markdown plugin for tabs renders these component names.
    app.component('PluginTabs', Tabs)
    app.component('PluginTabsTab', Tab)
  },
} satisfies Theme
