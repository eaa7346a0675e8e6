import { expectAccessible } from './accessible.ts';
import { emailTo, newcomer, password, storedToken } from './customers.ts';
import { expect, test } from './journey.ts';
import { cartLink, popular } from './shopping.ts';

test(
  'a person shops, registers and checks out in Spanish, and changes the language on the way',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await page.goto('/shop?from=email#plans');
    // The page is made once for everybody; only the browser knows what stands behind its address.
    await expect(page.locator('html')).toHaveAttribute('data-awake', '');
    await page.getByRole('banner').getByRole('link', { name: 'Español' }).click();
    await expect(page).toHaveURL('/es/shop?from=email#plans');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    const banner = page.getByRole('region', { name: '¡Cookies!' });
    await banner.getByRole('button', { name: 'Continuar' }).click();
    await page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: popular.name }) })
      .getByRole('button', { name: /^Elegir este plan/ })
      .click();
    await expect(page).toHaveURL('/es/login');
    await page
      .getByRole('complementary', { name: 'Resumen del pedido' })
      .getByRole('link', { name: /^Cambiar/ })
      .click();
    await expect(page).toHaveURL('/es/cart');
    await expect(page.getByRole('main')).toContainText('12 GB de datos rápidos');
    await expectAccessible(page, 'the cart in Spanish');

    // Checkout wants an account, and keeps the way back, in Spanish.
    await page.getByRole('link', { name: 'Continuar con la compra' }).click();
    await expect(page).toHaveURL('/es/login');
    await page.getByRole('link', { name: 'Crear una cuenta' }).click();
    await page.getByRole('button', { name: 'Crear cuenta' }).click();
    await expect(page.getByText('Ingrese su apellido')).toBeVisible();
    const person = newcomer();
    await page.getByLabel('Nombre', { exact: true }).fill(person.firstName);
    await page.getByLabel('Apellido').fill(person.lastName);
    await page.getByLabel('Correo electrónico').fill(person.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await page.getByLabel('Confirme la contraseña').fill(password);
    await page.getByRole('button', { name: 'Crear cuenta' }).click();
    await expect(page).toHaveURL('/es/cart/checkout');
    const step = (name: string) => page.getByRole('heading', { level: 2, name });
    await expect(step('Contacto y dirección del servicio')).toBeVisible();
    await page.getByLabel('Código postal (ZIP)').fill('10005');
    await expect(page.getByText('Impuesto a las ventas de Nueva York')).toBeVisible();
    await expectAccessible(page, 'checkout in Spanish');
    for (const [name, text] of [
      ['contactNumber', '2125550123'],
      ['streetNumber', '14'],
      ['streetName', 'Pier Street'],
      ['city', 'New York'],
    ] as const) {
      await page.locator(`input[name=${name}]`).fill(text);
    }
    const onward = page.getByRole('main').getByRole('button', { name: 'Continuar', exact: true });
    await onward.click();
    await expect(step('Teléfono y número')).toBeVisible();
    await onward.click();
    await expect(step('Revisar y pagar')).toBeVisible();
    // Its label takes two lines on a small phone; the button stays level with the field.
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 700 });
    const code = page.getByRole('textbox', { name: 'Código promocional' });
    const apply = page.getByRole('button', { name: 'Aplicar' });
    const apart = async () => {
      const field = await page.locator('.control', { has: code }).boundingBox();
      return ((await apply.boundingBox())?.y ?? Number.NaN) - (field?.y ?? 0);
    };
    await expect.poll(apart).toBe(0);
    await page.setViewportSize(size ?? { width: 1440, height: 900 });
    const welcome = await emailTo(request, person.email, /^Le damos la bienvenida a Harbor$/);
    expect(welcome.text).not.toContain(person.firstName);

    // The same page in English: cart and login are as they were, and so are the plan's words.
    await page.goto('/es/cart');
    const token = await storedToken(page);
    await page.getByRole('banner').getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL('/cart');
    await expect(page.getByRole('main')).toContainText('12 GB of fast data');
    await expect(cartLink(page)).toContainText('1');
    expect(await storedToken(page)).toBe(token);

    // Back again: the front door knows the choice, and so does the account.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Español' }).click();
    await expect(page).toHaveURL('/es/cart');
    await expect(page.getByRole('main')).toContainText('12 GB de datos rápidos');
    await page.goto('/');
    await expect(page).toHaveURL('/es');
    await page.getByRole('banner').getByRole('link', { name: 'Mi cuenta' }).click();
    await expect(page).toHaveURL('/es/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hola, ${person.firstName}`);
    await expectAccessible(page, 'the dashboard in Spanish');
  },
);
