import { createTheme } from '@mantine/core';

/** Mantine as a trading desk needs it: small, square, and on our own surfaces (`tokens.css`, `desk.css`). */
export const theme = createTheme({
  fontFamily: 'Inter, system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  primaryShade: 8,
  defaultRadius: 3,
  fontSizes: { xs: '11px', sm: '12.5px', md: '12.5px', lg: '15px', xl: '18px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  headings: { fontWeight: '650' },
  respectReducedMotion: true,
  components: {
    TextInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    Autocomplete: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Tooltip: {
      defaultProps: { openDelay: 300, withArrow: true, multiline: true, maw: 320 },
    },
    Radio: { defaultProps: { size: 'xs' } },
    // A dialog's head is no second banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    Modal: {
      defaultProps: {
        transitionProps: { duration: 0 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
  },
});
