/**
 * Spanish.
 *
 * Traps: `clave` alone is a password in Spain and Latin America, but palabra clave is a keyword and clave primaria a database key, and clave de
 * país a code: soft, and never where `de` follows but in listed phrases. `contraseña` has no other meaning. `NIP` is the Mexican
 * PIN. `tarjeta` may be any card, `cuenta` any account, `ficha` a coin.
 */
import type { SecretWords } from "../../engine/core/secrets.ts";

export const spanish: SecretWords = {
  language: "es",
  script: "latin",
  names: {
    password:
      "contraseña, contrasenya, contrasena, contraseñas, clave=, clave de acceso, claves de acceso, clave de usuario, clave personal, clave de ingreso, clave de inicio de sesión, clave de la cuenta, clave del usuario, clave de internet, clave wifi, clave del wifi, clave de red, clave bancaria, clave secreta, clave de seguridad, frase de contraseña, frase de paso, palabra de paso, " +
      "credenciales?, credenciales de acceso, datos de acceso, datos de inicio de sesión, palabra secreta, frase secreta, clave maestra, clave de la base de datos, clave de correo, clave temporal, clave dinámica",
    "api-key":
      "clave api, clave de api, claves api, clave de la api, llave api, llave de api, api key, clave de acceso api, clave de acceso a la api, clave de aplicación, clave de servicio, clave de desarrollador, llave de acceso, clave secreta de acceso",
    "access-token":
      "token!, token de acceso, tokens de acceso, token de autenticación, token de autorización, token de portador, token personal, token de actualización, token de sesión, token secreto, testigo de acceso, ficha de acceso, token de api, token de seguridad, token portador",
    "private-key":
      "clave privada, claves privadas, llave privada, llaves privadas, clave ssh!, clave ssh privada, clave de cifrado, clave de encriptación, clave de firma, llave secreta, clave pem, clave pgp privada, clave de descifrado",
    secret:
      "secreto!, secreto del cliente, secreto de cliente, secreto compartido, secreto de firma, secreto de la aplicación, cadena de conexión, valor del secreto",
    otp:
      "código de verificación, códigos de verificación, código de confirmación?, código de autenticación, código de un solo uso, contraseña de un solo uso, código de seguridad, código sms, código de acceso, código otp, código de validación, código 2fa, código de doble factor, código de dos factores, código temporal, código de respaldo, códigos de respaldo, " +
      "código de recuperación, códigos de recuperación, código de inicio de sesión, código de activación?, código que le enviamos?, código que te enviamos?, código enviado?, código recibido?, código de 6 dígitos?, código de seis dígitos?, código=?, código único, código que recibió?, código que recibiste?, clave de un solo uso, clave de verificación",
    pin: "pin=, código pin, nip, número de identificación personal, código secreto, número secreto, pin de la tarjeta, pin del cajero, nip de la tarjeta, clave del cajero, clave de la tarjeta, clave de 4 dígitos, código puk, pin de seguridad, número pin, clave telefónica",
    "recovery-phrase":
      "frase de recuperación, frase semilla, frase de semilla, palabras de recuperación, palabras semilla, frase mnemotécnica, frase mnemónica, frase secreta de recuperación, frase de respaldo, clave de recuperación, 12 palabras?, 24 palabras?, doce palabras?, semilla de la billetera",
    "session-cookie":
      "cookie de sesión, cookies de sesión, galleta de sesión, cookie de autenticación, id de sesión?, identificador de sesión?, cookie!, valor de la cookie",
    "payment-card":
      "número de tarjeta!, número de la tarjeta!, número de tarjeta de crédito, número de tarjeta de débito, número de tu tarjeta, número de su tarjeta, tarjeta de crédito!, tarjeta de débito!, tarjeta bancaria!, datos de la tarjeta, datos de tarjeta, datos de pago, código de seguridad?, código de seguridad de la tarjeta, código de verificación de la tarjeta, cvv, cvc, " +
      "dígitos del reverso?, tres dígitos del reverso, número de tarjeta bancaria",
    "bank-account":
      "cuenta bancaria!, número de cuenta?, número de cuenta bancaria, iban, clabe, clabe interbancaria, clave interbancaria, cbu, datos bancarios, cuenta corriente?",
    "national-id":
      "número de la seguridad social, número de seguridad social, dni, número de dni, nie, nif, curp, rfc, número de pasaporte, cédula de identidad, número de cédula, número de identificación fiscal, número de identidad, documento de identidad, número de documento, cuil, cuit, rut, número de licencia de conducir, número de carné de conducir",
    "security-answer":
      "pregunta de seguridad!, pregunta secreta!, respuesta de seguridad, respuesta secreta, apellido de soltera, apellido de soltera de su madre, apellido de soltera de tu madre, nombre de su primera mascota, nombre de tu primera mascota, primera mascota, respuesta a la pregunta de seguridad, apellido materno de soltera",
  },
  cues: {
    otp: "sms, enviado, enviamos, recibido, móvil, celular, teléfono, verificación, verificar, verifique, iniciar sesión, autenticación, confirmar su identidad, confirme su identidad, correo, mensaje de texto, acabamos de enviar",
    "payment-card":
      "tarjeta, pago, pagar, tarjeta de crédito, caducidad, vencimiento, fecha de caducidad, fecha de vencimiento, titular, número de tarjeta",
    "bank-account": "banco, bancaria, bancario, iban, swift, bic, transferencia, domiciliación, nómina",
    password: "usuario, nombre de usuario, acceso, iniciar sesión, inicio de sesión, cuenta, ingreso",
    "session-cookie": "cookie, navegador, sesión",
    "recovery-phrase": "billetera, monedero, wallet, restaurar, recuperar, cripto, recuperación",
  },
  harmless:
    "palabra clave, palabras clave, palabras claves, clave primaria, clave foránea, clave pública, clave ssh pública, clave de país, clave del país, clave de búsqueda, clave de ordenación, clave de partición, clave única, clave del producto, clave de producto, clave de licencia, punto clave, puntos clave, persona clave, factor clave, mensaje clave, clave de sol, clave de fa, clave de idioma, clave de proyecto, clave del proyecto, clave de registro, " +
    "código postal, código de país, código del país, código de producto, código de barras, código fuente, código qr, código promocional, código de descuento, código de error, código de área, código civil, código de color, código de idioma, código de moneda, tarjeta de visita, tarjeta de presentación, tarjeta de embarque, tarjeta gráfica, tarjeta postal, tarjeta sim, tarjeta de biblioteca, número de tarjeta de biblioteca, número de tarjeta de socio, " +
    "pasaporte, pasajero, lugar de expedición, secretario, secretaria, secretaría, gestor de contraseñas, administrador de contraseñas, contraseña olvidada, número de cuenta de cliente, cuenta de cliente, número de cliente, número de pedido, máximo de tokens, límite de tokens, receta de galletas, política de cookies, pintura, pino, pincel, ingrediente secreto, agente secreto, amigo secreto, secreto comercial, directorio de trabajo, titular de la tarjeta, " +
    "estándar, voto secreto",
  about:
    "nombre, longitud, política, caducidad, vencimiento, tipo, formato, url, olvidada, perdida, máximo, máximos, límite, pública, primaria, foránea, símbolo, caducada, expirada, gestor",
  aboutOf:
    "color de la, color del, color de, color de los, color de las, nombre de la, nombre del, nombre de, nombre para la, número de tokens, número máximo de, cantidad de, cantidad máxima de, máximo de, longitud de la, longitud mínima de la, longitud de, política de, tipo de, formato de la, formato del, url de, url de la, enlace a, ruta de la, ruta del, ruta a la, fecha de caducidad de la, fecha de vencimiento de la, caducidad de la, vencimiento de la, cuántos, cuántas, ubicación de la, ubicación del, " +
    "lugar de expedición del, dónde está, motivo de, motivo del, razón de, últimos 4 dígitos de, últimos cuatro dígitos de, titular de la, titular del, identificador de la, identificador del, gestor de, administrador de, problema con, problemas con, pregunta sobre, pista de la, pista para la, reglas de, requisitos de, olvidó su, olvidaste tu, olvidado su, olvidado tu, límite de",
  asks: "introduzca, introduce, introducir, ingrese, ingresa, ingresar, escriba, escribe, escribir, indique, indica, indicar, proporcione, proporciona, proporcionar, facilite, facilita, dé, digite, digita, teclee, pegue, pega, pegar, envíe, envíenos, comparta, comparte, dinos, díganos, dime, por favor, cuál es, cuáles son, necesitamos, necesito, se requiere, requerido, requerida, requiere, confirme, confirma, repita, repite, elija, especifique, por ejemplo, p ej",
  pointers:
    "introdúzcala, introdúzcalo, introdúcela, introdúcelo, ingrésela, ingréselo, ingrésala, escríbala, escríbalo, escríbela, péguela, péguelo, pégala, indíquela, indíquelo, aquí, a continuación, abajo, envíela",
  never:
    "nunca, no introduzca, no introduzcas, no ingrese, no ingreses, no escriba, no escribas, no comparta, no compartas, no proporcione, no proporciones, no incluya, no incluyas, no indique, no envíe, no envíes, no facilite, no pegue, no ponga, jamás, no revele, no dé, no use, no utilice",
  neverAfter:
    "no es necesaria, no es necesario, no se requiere, no requerida, no requerido, no hace falta, no se necesita, no son necesarias, no son necesarios, nunca se pide",
  without:
    "sin, sin la, sin el, sin ninguna, ninguna, ningún, no la, no el, no su, no tu, en lugar de, en vez de, excepto, salvo, distinto de, otra que",
  whether:
    "quiere, quieres, desea, deseas, debo, debemos, tiene, tienes, puedo, podemos, es necesario, hay que, le gustaría, te gustaría",
  fillers:
    "el, la, los, las, un, una, unos, unas, su, sus, tu, tus, mi, mis, de, del, al, a, en, para, por, con, y, o, e, es, son, que, aquí, a continuación, abajo, actual, nueva, nuevo, anterior, valor, texto, confirmación, usuario, cuenta, base de datos, correo, no olvide, no olvides, no dude, no dudes, no se preocupe, " +
    "nunca almacenamos, nunca guardamos, nunca compartiremos, no se guardará, no se almacenará, no guardamos, no almacenamos, nunca se guarda, dígitos, caracteres, personal",
  known:
    "usuario, nombre de usuario, nombre, apellido, apellidos, correo, correo electrónico, email, teléfono, número de teléfono, móvil, dirección, calle, ciudad, país, provincia, estado, fecha, fecha de nacimiento, edad, título, descripción, asunto, motivo, razón, comentario, comentarios, nota, notas, cantidad, número, importe, precio, tamaño, color, idioma, moneda, empresa, departamento, proyecto, archivo, ruta, " +
    "caducidad, vencimiento, fecha de caducidad, fecha de vencimiento, titular, pregunta, mensaje, búsqueda, tema",
  generic:
    "valor, respuesta, entrada, texto, dato, datos, contenido, información, código, su respuesta, tu respuesta, otro, otros",
};
