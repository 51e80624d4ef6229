package io.patchboard.gateway.runner.llm;

import io.patchboard.json.JsonArray;
import java.util.List;

/**
 * A patch that was found in a model's answer.
 *
 * @param repairs what had to be done to get at it, a fixed word for each
 */
record ReadReply(JsonArray patch, List<String> repairs) {}
