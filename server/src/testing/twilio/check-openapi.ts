import { askEverything } from '../../adapters/sms/twilio/walk.suite.ts';
import { COULD_NOT, readDescription } from '../openapi-file.ts';
import { descriptionErrors } from '../openapi-requests.ts';
import kept from '../vendor-words.json' with { type: 'json' };
import { enumOf } from './description-words.ts';

/**
 * `npm run test:twilio [-- --file twilio_api_v2010.json]`: holds every request of the adapter, and
 * the states that it knows, against the description that Twilio publishes.
 */
const ADDRESS =
  'https://raw.githubusercontent.com/twilio/twilio-oai/main/spec/json/twilio_api_v2010.json';

const api = await readDescription('Twilio', ADDRESS);
if (api) {
  const requests = await askEverything();
  const errors = [
    ...descriptionErrors(api, requests),
    ...Object.entries(kept.twilio.words).flatMap(([type, known]) => {
      const said = enumOf(api, type);
      if (!said) return [`${type} is not in the description`];
      const strange = said.filter((word) => !known.includes(word));
      return strange.map((word) => `${type}: "${word}" is new to us`);
    }),
  ];
  for (const error of errors) console.error(error);
  console.log(
    `${requests.length} requests and ${Object.keys(kept.twilio.words).length} lists of words, ${errors.length} not as Twilio’s ${api.info.version}`,
  );
  process.exitCode = errors.length > 0 ? 1 : 0;
} else process.exitCode = COULD_NOT;
