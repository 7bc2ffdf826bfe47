/**
 * Domains at which many people sign in, so that a look-alike of one is worth the trouble.
 * Only domains below which strangers get no names of their own are safe to call genuine; tenants' domains
 * (`okta.com`, `auth0.com`) are listed for what imitates them, and what lies below them is checked like any other host.
 */

/** Registrable domains. Short or everyday words (`x.com`, `live.com`, `line.me`) would accuse honest hosts, so they are left out */
export const SIGN_IN_DOMAINS: string =
  "google.com gmail.com youtube.com microsoft.com microsoftonline.com office365.com outlook.com azure.com apple.com icloud.com " +
  "amazon.com amazon.co.jp github.com gitlab.com bitbucket.org atlassian.com facebook.com instagram.com whatsapp.com " +
  "linkedin.com twitter.com paypal.com stripe.com dropbox.com salesforce.com servicenow.com zendesk.com hubspot.com " +
  "shopify.com adobe.com oracle.com okta.com auth0.com onelogin.com pingidentity.com duosecurity.com 1password.com " +
  "bitwarden.com lastpass.com cloudflare.com digitalocean.com heroku.com netlify.com vercel.com supabase.com databricks.com " +
  "snowflake.com datadoghq.com pagerduty.com sentry.io openai.com chatgpt.com anthropic.com claude.ai claude.com " +
  "huggingface.co figma.com notion.so asana.com airtable.com slack.com discord.com telegram.org reddit.com netflix.com " +
  "coinbase.com binance.com kraken.com metamask.io wellsfargo.com bankofamerica.com americanexpress.com mastercard.com " +
  "rakuten.co.jp yahoo.co.jp mercari.com docomo.ne.jp softbank.jp smbc.co.jp mizuhobank.co.jp freee.co.jp moneyforward.com";
