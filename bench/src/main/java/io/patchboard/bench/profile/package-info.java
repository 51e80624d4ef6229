/** Where the time goes: samples of a part's threads, from Java Flight Recorder. */
package io.patchboard.bench.profile;
