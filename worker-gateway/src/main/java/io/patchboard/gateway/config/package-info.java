/**
 * Which program serves which worker: {@code workers.yaml}, read into
 * {@link io.patchboard.gateway.config.WorkersFile}.
 *
 * <p>This is the gateway's own configuration and never part of a blueprint. A blueprint comes over the network from
 * whoever may produce to the commands topic; if it could name programs, that would be a remote shell. So a blueprint
 * names workers, and only whoever runs a gateway says what stands behind the names.
 *
 * <pre>{@code
 * group: patchboard-gateway          # optional
 * workers:
 *   summarizer:
 *     process: ["python3", "worker.py"]   # working directory: the folder of this file
 *     timeout: PT30S                      # default PT60S
 *     instances: 2                        # processes side by side; default 1
 *     env: {MODEL: small}                 # beside the inherited environment
 *   retriever:
 *     java: evidence-review/retriever     # provider/worker
 *   judge:
 *     llm: fast                           # or {model: fast, temperature: 0}; docs/llm.md has all keys
 * models:
 *   fast: {provider: openai, baseUrl: "http://localhost:8000/v1", model: small, apiKey: {env: KEY}}
 * }</pre>
 *
 * <p>Every error is reported at once, each with the file and a JSON Pointer into it; a key that is not known is an
 * error, because a misspelt {@code timeout} that is silently ignored is found out too late.
 */
package io.patchboard.gateway.config;
