"""The server of `riverboat serve`: a JSON API over strategies, solutions and jobs, and the page that uses nothing else.

It holds no poker: it reads requests, asks the rooms below and writes their answers. Needs the extra `riverboat[web]`.
"""
