/**
 * The page requires trusted types. Mantine writes CSS variables into style elements as HTML; CSS needs no
 * "<", so anything that has one is refused.
 */
interface Policies {
  createPolicy(name: string, rules: { createHTML: (text: string) => string | null }): unknown;
}

(globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text.includes('<') ? null : text),
});
