"""Does with the client for Python what the lines of its input ask for, and prints a line of JSON for each."""

import json
import re
import sys

from gateway import Gateway, GatewayError, WebhookError, verify_webhook


def snake(name):
    return re.sub(r"(?<=[a-z\d])[A-Z]", lambda found: "_" + found.group(), name).lower()


def gateway(options):
    given = {snake(name): value for name, value in options["credentials"].items()}
    for name, own in (("timeoutMs", "timeout"), ("maxTotalMs", "max_total")):
        if name in options:
            given[own] = options[name] / 1000
    if "maxAttempts" in options:
        given["max_attempts"] = options["maxAttempts"]
    return Gateway(base_url=options["baseUrl"], **given)


def do(asked):
    if asked["do"] == "verify":
        event = verify_webhook(asked["headers"], asked["body"], asked["secrets"], **asked["options"])
        return {"result": event}
    if asked["do"] == "make":
        made[asked["name"]] = gateway(asked["options"])
        return {"result": None}
    method = getattr(made[asked["name"]], snake(asked["method"]))
    arguments = {("from_" if name == "from" else name): value for name, value in asked["request"].items()}
    arguments.update({snake(name): value for name, value in asked["options"].items()})
    result = method(**arguments)
    return {"result": list(result) if asked["method"].startswith("iterate") else result}


made = {}
for line in sys.stdin:
    try:
        answer = do(json.loads(line))
    except GatewayError as error:
        named = {"code": error.code, "status": error.status, "message": error.message}
        answer = {"error": dict(named, requestId=error.request_id, retryAfter=error.retry_after)}
    except WebhookError as error:
        answer = {"error": {"reason": error.reason}}
    except Exception as error:
        answer = {"error": {"unexpected": repr(error)}}
    print(json.dumps(answer), flush=True)
