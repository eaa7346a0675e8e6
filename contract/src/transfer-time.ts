export const transferTime = 'Most transfers take minutes to a few hours. Some take up to two days.';
