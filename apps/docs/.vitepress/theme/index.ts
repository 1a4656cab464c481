import TwoslashFloatingVue from '@shikijs/vitepress-twoslash/client'
import '@shikijs/vitepress-twoslash/style.css'
import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import light from '../../../../docs/overview.png'
import dark from '../../../../docs/overview-dark.png'
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
            width: 1280,
            height: 1160,
            loading: 'lazy',
            alt: 'The Flow Explorer with a list of flows that need attention and a list of the next failures',
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
