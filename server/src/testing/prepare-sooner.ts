import { prepareSooner } from '../db/prepared.ts';

// Before each file of server tests.
prepareSooner();
