/**
 * Portuguese, of Brazil and Portugal.
 *
 * Traps: `chave` is any key (palavra-chave, chave primária; `chave Pix` is meant to be given away); `senha` is a password, in a waiting room a
 * ticket number; `código` as in Spanish; `cartão` any card; `conta` any account; `palavra-passe` is Portugal's password.
 */
import type { SecretWords } from "../../engine/core/secrets.ts";

export const portuguese: SecretWords = {
  language: "pt",
  script: "latin",
  names: {
    password:
      "senha, senhas, palavra passe, palavras passe, palavra de passe, palavrapasse, frase secreta, senha de acesso, senha do banco, senha mestra, credenciais?, credenciais de acesso, dados de acesso, dados de login, frase senha, código de acesso?, código de bloqueio, senha numérica",
    "api-key":
      "chave api, chave de api, chave da api, chaves de api, chave de acesso, chaves de acesso, chave de acesso secreta, chave secreta de acesso, chave de serviço, chave do aplicativo, chave de desenvolvedor, chave mestra",
    "access-token":
      "token!, token de acesso, tokens de acesso, token de autenticação, token de autorização, token pessoal, token de atualização, token de sessão, token secreto, token de portador, token de api, token de segurança",
    "private-key":
      "chave privada, chaves privadas, chave ssh!, chave ssh privada, chave secreta, chave de criptografia, chave de encriptação, chave de assinatura, chave particular, chave pem",
    secret:
      "segredo!, segredo do cliente, segredo de cliente, segredo compartilhado, segredo partilhado, segredo do aplicativo, segredo da aplicação, cadeia de conexão, string de conexão, cadeia de ligação, valor do segredo",
    otp:
      "código de verificação, códigos de verificação, código de confirmação?, código de autenticação, código de uso único, senha de uso único, senha descartável, código de segurança, código sms, código otp, código de validação, código 2fa, código de dois fatores, código temporário, código de backup, códigos de backup, código de recuperação, códigos de recuperação, " +
      "código de login, código de ativação?, código enviado?, código que enviamos?, código recebido?, código de 6 dígitos?, código de seis dígitos?, código=?, código único, código que recebeu?, código que você recebeu?",
    pin: "pin=, código pin, senha do cartão, código secreto, número pin, pin do cartão, senha de 4 dígitos, senha de 6 dígitos, código puk, código multibanco, senha do caixa eletrônico",
    "recovery-phrase":
      "frase de recuperação, frase semente, frase mnemônica, frase mnemónica, palavras de recuperação, palavras semente, frase secreta de recuperação, frase de backup, chave de recuperação, 12 palavras?, 24 palavras?, doze palavras?, seed phrase",
    "session-cookie":
      "cookie de sessão, cookies de sessão, cookie de autenticação, id da sessão?, id de sessão?, identificador de sessão?, cookie!, valor do cookie",
    "payment-card":
      "número do cartão!, número de cartão!, número do cartão de crédito, número do cartão de débito, número do seu cartão, cartão de crédito!, cartão de débito!, cartão bancário!, dados do cartão, dados de cartão, dados de pagamento, código de segurança?, código de segurança do cartão, código de verificação do cartão, cvv, cvc, código verificador?",
    "bank-account":
      "conta bancária!, número da conta?, número de conta?, número da conta bancária, iban, nib, dados bancários, agência e conta, conta corrente?",
    "national-id":
      "cpf, número do cpf, cnpj?, rg, número do rg, número de identidade, número da identidade, carteira de identidade, número do passaporte, número de passaporte, nif, número de contribuinte, número de identificação fiscal, número de segurança social, cartão de cidadão, número do cartão de cidadão, título de eleitor, cnh, número da cnh, pis, niss",
    "security-answer":
      "pergunta de segurança!, pergunta secreta!, resposta de segurança, resposta secreta, nome de solteira, nome de solteira da sua mãe, nome de solteira da mãe, nome do seu primeiro animal, primeiro animal de estimação, resposta à pergunta de segurança",
  },
  cues: {
    otp: "sms, enviado, enviamos, recebido, celular, telemóvel, telefone, verificação, verificar, autenticação, entrar, iniciar sessão, confirme sua identidade, confirmar a sua identidade, e mail, mensagem de texto, login",
    "payment-card": "cartão, pagamento, pagar, validade, data de validade, vencimento, titular, número do cartão",
    "bank-account": "banco, bancária, agência, iban, transferência, pix, swift",
    password: "usuário, nome de usuário, utilizador, acesso, login, entrar, iniciar sessão, conta",
    "session-cookie": "cookie, navegador, sessão",
    "recovery-phrase": "carteira, restaurar, recuperar, cripto, wallet, recuperação",
  },
  harmless:
    "palavra chave, palavras chave, palavras chaves, chave primária, chave estrangeira, chave pública, chave ssh pública, chave pix, chave de busca, chave de pesquisa, chave do produto, chave de licença, chave de ordenação, chave de partição, chave de fenda, ponto chave, pontos chave, código postal, código de país, código do país, código do produto, código de barras, código fonte, código qr, " +
    "código promocional, código de desconto, código de erro, código de área, código civil, código de cor, cartão de visita, cartão de embarque, cartão postal, cartão sim, cartão da biblioteca, número do cartão da biblioteca, número do cartão de fidelidade, passaporte, passageiro, passagem, local de emissão, secretário, secretária, secretaria, gerenciador de senhas, gestor de senhas, gestor de palavras passe, esqueci a senha, senha esquecida, " +
    "senha de atendimento, número da senha de atendimento, número de cliente, conta de cliente, número da conta de cliente, número do pedido, máximo de tokens, limite de tokens, receita de cookies, política de cookies, pintura, pinheiro, pincel, ingrediente secreto, agente secreto, amigo secreto, segredo comercial, diretório de trabalho, titular do cartão",
  about:
    "nome, comprimento, política, validade, expiração, tipo, formato, url, esquecida, perdida, máximo, máximos, limite, pública, primária, estrangeira, símbolo, expirada",
  aboutOf:
    "cor da, cor do, cor de, cor das, cor dos, nome da, nome do, nome de, nome para a, número de tokens, número máximo de, quantidade de, máximo de, comprimento da, comprimento mínimo da, tamanho da, política de, tipo de, formato da, formato do, url de, url da, link para, caminho da, caminho do, caminho para a, data de validade do, data de validade da, validade do, validade da, quantos, quantas, localização da, localização do, local de emissão do, onde está, " +
    "motivo da, motivo do, razão da, últimos 4 dígitos do, últimos quatro dígitos do, titular do, titular da, identificador da, identificador do, gerenciador de, gestor de, problema com, problemas com, pergunta sobre, dica da, dica para a, regras de, requisitos de, esqueceu a, esqueceu sua, esqueceu a sua, limite de",
  asks: "digite, digitar, insira, inserir, informe, informar, forneça, fornecer, introduza, introduzir, escreva, escrever, indique, indicar, cole, colar, envie, enviar, envie nos, compartilhe, partilhe, preencha, preencher, diga nos, diga, por favor, qual é, qual e, quais são, precisamos, preciso, é necessário, obrigatório, obrigatória, requer, confirme, repita, escolha, especifique, por exemplo, p ex",
  pointers:
    "digite a, digite o, insira a, insira o, informe a, informe o, cole a, cole o, escreva a, escreva o, aqui, abaixo, a seguir, envie a, introduza a aqui",
  never:
    "nunca, não digite, não insira, não informe, não introduza, não escreva, não compartilhe, não partilhe, não forneça, não inclua, não indique, não envie, não cole, não coloque, jamais, não revele, não use, não utilize, não divulgue",
  neverAfter:
    "não é necessária, não é necessário, não é exigida, não é exigido, não necessária, não obrigatória, não precisa, não é obrigatória, desnecessária, não são necessárias",
  without:
    "sem, sem a, sem o, nenhuma, nenhum, não a, não o, não sua, em vez de, em vez da, ao invés da, exceto, salvo, diferente de",
  whether: "deseja, quer, você quer, devo, devemos, você tem, tem, posso, podemos, gostaria, é para",
  fillers:
    "o, a, os, as, um, uma, seu, sua, seus, suas, teu, tua, meu, minha, de, do, da, dos, das, no, na, em, para, por, com, e, ou, é, são, que, aqui, abaixo, atual, nova, novo, anterior, valor, texto, confirmação, usuário, utilizador, conta, banco de dados, base de dados, email, não se esqueça, não esqueça, não hesite, não se preocupe, nunca armazenamos, nunca guardamos, não armazenamos, " +
    "não será armazenada, nunca será armazenada, não guardamos, dígitos, caracteres, pessoal",
  known:
    "usuário, nome de usuário, nome de utilizador, utilizador, nome, sobrenome, apelido, e mail, email, correio eletrónico, telefone, número de telefone, celular, telemóvel, endereço, morada, rua, cidade, país, estado, data, data de nascimento, idade, título, descrição, assunto, motivo, razão, comentário, comentários, nota, notas, observação, quantidade, número, valor total, preço, tamanho, cor, idioma, moeda, empresa, departamento, projeto, " +
    "arquivo, ficheiro, caminho, validade, data de validade, titular, pergunta, mensagem, busca, pesquisa",
  generic: "valor, resposta, entrada, texto, dado, dados, conteúdo, informação, código, sua resposta, outro, outros",
};
