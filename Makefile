# 明牌 Mingpai. `make help` lists what there is.
PYTHON_HERE = .venv/bin/python
EVENTS = $(notdir $(patsubst %/event.json,%,$(wildcard events/plays/*/event.json)))
.DEFAULT_GOAL := help
.PHONY: help run test plays faults bench environment

help: ## 显示本页 / this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## /  make \1\t/' | expand -t 16

run: ## 启动整套服务（本机 + 局域网）/ start the whole service; MINGPAI_PORT=8000 MINGPAI_DATA=data
	@.ci/environment requirements.txt
	@exec $(PYTHON_HERE) manage.py run --tied --games

test: environment ## 全部检查与测试 / every check and test
	@$(PYTHON_HERE) -m tests.check

plays: environment ## 通过接口打完整场比赛，两种数据库各一遍 / play whole events through the API, on both databases
	@set -e; for event in $(EVENTS); do $(PYTHON_HERE) manage.py play $$event; $(PYTHON_HERE) manage.py play $$event --postgres --seed 2; done

faults: environment ## 故障测试：杀进程、断缓存、三百场随机操作 / kill processes, lose Redis, 300 random courses; before a release
	@$(PYTHON_HERE) -m pytest -m faults tests
	@MINGPAI_EXAMPLES=300 $(PYTHON_HERE) -m pytest tests/events/test_hands_stateful.py

bench: environment ## 性能，一行一个 JSON / one JSON object a line
	@$(PYTHON_HERE) -m tests.bench

environment:
	@.ci/environment requirements-dev.txt
